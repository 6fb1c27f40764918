// made by npm run build from sources sha256:3d7f68ff5f2560ae62fe818c58088d96a4bdad41857d0ecade81463f0097c7de
var r="/kept",i="/worked";var f=`
import os, sys

def restore(root, files):
    os.makedirs(root, mode=0o700, exist_ok=True)
    for name, data in files:
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)

def renew(root, files):
    known = {name: bytes(data) for name, data in files}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if not name.startswith(".") and os.path.relpath(path, root) not in known:
                os.remove(path)
    def same(name, data):
        path = os.path.join(root, name)
        return os.path.isfile(path) and open(path, "rb").read() == data
    restore(root, [(name, data) for name, data in known.items() if not same(name, data)])

def ready():
    if "/engine" in sys.path:
        return
    sys.path.insert(0, "/engine")
    sys.dont_write_bytecode = False
    sys.pycache_prefix = "${i}/python"
    os.environ.update(CROUPIER_CACHE="${i}/rules", XDG_CACHE_HOME="${i}", CROUPIER_GAMES="${r}/games")

def begin(fits):
    ready()
    os.chdir("${r}")
    from pathlib import Path
    from croupier.site import Desk, Keeping
    worked = Keeping(Path("${i}"), kept=fits)
    return Desk(Path("${r}")), Keeping(Path("${r}")), worked
`;async function u(t,n,e=null){let{loadPyodide:p}=await import(`${t}pyodide.mjs`),s={indexURL:t,lockFileURL:`${t}pyodide-lock.json`,...n};if(e===null)return await p(s);let{default:o}=await import(`${t}pyodide.asm.mjs`);return await p({...s,createPyodideModule:async m=>{let a=await o(m);for(;a.HEAP8.length<e.length;)a._malloc(e.length-a.HEAP8.length);return a},_loadSnapshot:e})}function y(t,n){let e=new DataView(n.buffer,n.byteOffset,n.byteLength),p=new TextDecoder,s=new Set,o=0;for(;e.getUint32(o,!0)===67324752;){let d=e.getUint32(o+18,!0),m=o+30,a=m+e.getUint16(o+26,!0)+e.getUint16(o+28,!0),h=p.decode(n.subarray(m,m+e.getUint16(o+26,!0))),c=`${h.startsWith("rules/")?i:"/engine"}/${h}`,l=c.slice(0,c.lastIndexOf("/"));s.has(l)||t.mkdirTree(l),s.add(l),t.writeFile(c,n.subarray(a,a+d)),t.utime(c,1e12,1e12),o=a+d}for(let d of[r,i])t.mkdirTree(d)}async function w(t){let n=await import("node:fs"),e=await u(`${t}/pyodide/`,{_makeSnapshot:!0});y(e.FS,n.readFileSync(`${t}/engine.zip`)),e.runPython(f),e.runPython(`
ready()
os.chdir("${r}")
from pathlib import Path
from croupier.site.warming import warm
warm(Path("${r}"))
os.chdir("/")
import shutil
for folder in ("${r}", "${i}"):
    for name in os.listdir(folder):
        shutil.rmtree(os.path.join(folder, name))
`),n.writeFileSync(`${t}/snapshot.bin`,e.makeMemorySnapshot())}await w(globalThis.process.argv[2]);
