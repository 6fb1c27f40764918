// made by npm run build from sources sha256:403b434dd4efdbb4e560fd3c54388a444a1cb490497d2871c46d0bad047bade1
var k=["kept","worked"];function u(n){return new Promise((e,o)=>{n.onsuccess=()=>e(n.result),n.onerror=()=>o(n.error??new Error("IndexedDB"))})}var m=class n{constructor(e){this.base=e}static async open(){try{let e=indexedDB.open("croupier",1);return e.onupgradeneeded=()=>k.forEach(o=>e.result.createObjectStore(o)),new n(await u(e))}catch{return null}}async all(e){let o=this.base.transaction(e).objectStore(e),[i,t]=await Promise.all([u(o.getAllKeys()),u(o.getAll())]);return i.map((r,a)=>[String(r),t[a]])}put(e,o){return new Promise((i,t)=>{let r=this.base.transaction(e,"readwrite",{durability:e==="kept"?"strict":"relaxed"}),a=r.objectStore(e);for(let[s,c]of o)c===void 0?a.delete(s):a.put(c,s);r.oncomplete=()=>i(),r.onerror=r.onabort=()=>t(r.error??new Error("IndexedDB"))})}async clear(e){await u(this.base.transaction(e,"readwrite").objectStore(e).clear())}};var l="/kept",p="/worked",b=1500,E=`
import io, os, sys, zipfile

def unpack(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall("/engine")
    for folder, _, names in os.walk("/engine"):
        for name in names:
            os.utime(os.path.join(folder, name), (10**9, 10**9))

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

def begin(fits):
    sys.path.insert(0, "/engine")
    sys.dont_write_bytecode = False
    sys.pycache_prefix = "${p}/python"
    os.environ.update(CROUPIER_CACHE="${p}/rules", XDG_CACHE_HOME="${p}", CROUPIER_GAMES="${l}/games")
    os.chdir("${l}")
    from pathlib import Path
    from croupier.site import Desk, Keeping
    worked = Keeping(Path("${p}"), kept=fits)
    return Desk(Path("${l}")), Keeping(Path("${l}")), worked
`,w=[],P=null;function d(n){postMessage(n)}onmessage=n=>{w.push(n.data),P?.()};function y(n){let e=n.toJs();return n.destroy(),e}function g(n){return new Promise(e=>setTimeout(e,n))}async function x(n){let e=await fetch(n);if(!e.ok)throw new Error(`${n}: ${e.status}`);return new Uint8Array(await e.arrayBuffer())}async function v(n,e){let o=n.globals.get("restore"),i=await e.all("worked"),t=i.some(([r,a])=>r===""&&new TextDecoder().decode(a)===ENGINE);return t?o(p,n.toPy(i.filter(([r])=>r!==""))):(await e.clear("worked"),await e.put("worked",[["",new TextEncoder().encode(ENGINE)]])),o(l,n.toPy(await e.all("kept"))),t}async function S(){let n=await m.open();n===null&&d({type:"unkept"});let e=x("engine.zip"),o=new URL("pyodide/",location.href).href,{loadPyodide:i}=await import(`${o}pyodide.mjs`),t=await i({indexURL:o,lockFileURL:`${o}pyodide-lock.json`});d({type:"stage",at:1}),t.runPython(E),t.globals.get("unpack")(t.toPy(await e)),t.globals.get("restore")(p,t.toPy([])),t.globals.get("restore")(l,t.toPy([]));let r=n!==null&&await v(t,n);d({type:"stage",at:2});let[a,s,c]=t.globals.get("begin")(r).toJs();d({type:"ready"}),await D(a,async()=>{n===null||f.kept.length||(t.globals.get("renew")(l,t.toPy(await n.all("kept"))),y(s.changes()))},()=>h(n,"kept",s),()=>h(n,"worked",c))}var f={kept:[],worked:[]};async function h(n,e,o){if(f[e].push(...y(o.changes())),!(!f[e].length||n===null))try{await n.put(e,f[e]),f[e]=[]}catch(i){console.warn(i),e==="kept"&&d({type:"unkept"})}}function T(n,e){return e.type==="open"?n.begin(e.line,e.kind,e.of):e.type==="close"?n.end(e.line):n.hear(e.line,e.text)}async function D(n,e,o,i){for(;;){let t=w.shift();if(t===void 0&&!n.due){let a=new Promise(s=>P=s);!w.length&&await Promise.race([a.then(()=>!0),g(b).then(()=>!1)])===!1&&(await i(),w.length||await a);continue}t?.type==="open"&&await e();let r=y(t===void 0?n.advance():T(n,t));await o();for(let[a,s,c]of r)d({type:"said",line:a,text:s,close:c});t?.type==="close"&&d({type:"closed",line:t.line}),await g(0)}}function I(n){let e=String(n instanceof Error?n.message:n).trim().split(`
`);return e[e.length-1]??""}S().catch(n=>{console.error(n),d({type:"broken",text:I(n)})});
