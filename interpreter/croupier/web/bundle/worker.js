// made by npm run build from sources sha256:0ebd90333271d4067f40fd491a601864d0a01c5af576dfab6d0a3492fdf246ab
var P=["kept","worked"];function p(e){return new Promise((n,o)=>{e.onsuccess=()=>n(e.result),e.onerror=()=>o(e.error??new Error("IndexedDB"))})}var f=class e{constructor(n){this.base=n}static async open(){try{let n=indexedDB.open("croupier",1);return n.onupgradeneeded=()=>P.forEach(o=>n.result.createObjectStore(o)),new e(await p(n))}catch{return null}}async all(n){let o=this.base.transaction(n).objectStore(n),[i,r]=await Promise.all([p(o.getAllKeys()),p(o.getAll())]);return i.map((t,a)=>[String(t),r[a]])}put(n,o){return new Promise((i,r)=>{let t=this.base.transaction(n,"readwrite",{durability:n==="kept"?"strict":"relaxed"}),a=t.objectStore(n);for(let[c,s]of o)s===void 0?a.delete(c):a.put(s,c);t.oncomplete=()=>i(),t.onerror=t.onabort=()=>r(t.error??new Error("IndexedDB"))})}async clear(n){await p(this.base.transaction(n,"readwrite").objectStore(n).clear())}};var l="/kept",d="/worked",h=1500,k=`
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

def begin():
    sys.path.insert(0, "/engine")
    sys.pycache_prefix = "${d}/python"
    os.environ.update(CROUPIER_CACHE="${d}/rules", XDG_CACHE_HOME="${d}", CROUPIER_GAMES="${l}/games")
    os.chdir("${l}")
    from pathlib import Path
    from croupier.site import Desk, Keeping
    worked = Keeping(Path("${d}"))
    return Desk(Path("${l}")), Keeping(Path("${l}")), worked
`,g=[],w=null;function u(e){postMessage(e)}onmessage=e=>{g.push(e.data),w?.()};function m(e){let n=e.toJs();return e.destroy(),n}function y(e){return new Promise(n=>setTimeout(n,e))}async function b(e){let n=await fetch(e);if(!n.ok)throw new Error(`${e}: ${n.status}`);return new Uint8Array(await n.arrayBuffer())}async function E(e,n){let o=e.globals.get("restore"),i=await n.all("worked");i.some(([t,a])=>t===""&&new TextDecoder().decode(a)===ENGINE)?o(d,e.toPy(i.filter(([t])=>t!==""))):(await n.clear("worked"),await n.put("worked",[["",new TextEncoder().encode(ENGINE)]])),o(l,e.toPy(await n.all("kept")))}async function x(){let e=await f.open();e===null&&u({type:"unkept"});let n=b("engine.zip"),o=new URL("pyodide/",location.href).href,{loadPyodide:i}=await import(`${o}pyodide.mjs`),r=await i({indexURL:o,lockFileURL:`${o}pyodide-lock.json`});u({type:"stage",at:1}),r.runPython(k),r.globals.get("unpack")(r.toPy(await n)),r.globals.get("restore")(d,r.toPy([])),r.globals.get("restore")(l,r.toPy([])),e!==null&&await E(r,e),u({type:"stage",at:2});let[t,a,c]=r.globals.get("begin")().toJs();u({type:"ready"}),await T(t,async()=>{let s=m(a.changes());s.length&&e!==null&&await e.put("kept",s)},async()=>{let s=m(c.changes());s.length&&e!==null&&await e.put("worked",s)})}function v(e,n){return n.type==="open"?e.begin(n.line,n.kind,n.of):n.type==="close"?e.end(n.line):e.hear(n.line,n.text)}async function T(e,n,o){for(;;){let i=g.shift();if(i===void 0&&!e.due){let t=new Promise(a=>w=a);!g.length&&await Promise.race([t.then(()=>!0),y(h).then(()=>!1)])===!1&&(await o(),g.length||await t);continue}let r=m(i===void 0?e.advance():v(e,i));await n();for(let[t,a,c]of r)u({type:"said",line:t,text:a,close:c});await y(0)}}function S(e){let n=String(e instanceof Error?e.message:e).trim().split(`
`);return n[n.length-1]??""}x().catch(e=>{console.error(e),u({type:"broken",text:S(e)})});
