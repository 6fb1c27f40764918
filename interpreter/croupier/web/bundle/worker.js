// made by npm run build from sources sha256:37baa37e05e987c7e2c13ac9f1240d345d24d456dcc42221bc5f15222786245f
var h=["kept","worked"];function f(e){return new Promise((n,r)=>{e.onsuccess=()=>n(e.result),e.onerror=()=>r(e.error??new Error("IndexedDB"))})}var g=class e{constructor(n){this.base=n}static async open(){try{let n=indexedDB.open("croupier",1);return n.onupgradeneeded=()=>h.forEach(r=>n.result.createObjectStore(r)),new e(await f(n))}catch{return null}}async all(n){let r=this.base.transaction(n).objectStore(n),[i,t]=await Promise.all([f(r.getAllKeys()),f(r.getAll())]);return i.map((o,a)=>[String(o),t[a]])}put(n,r){return new Promise((i,t)=>{let o=this.base.transaction(n,"readwrite",{durability:n==="kept"?"strict":"relaxed"}),a=o.objectStore(n);for(let[s,p]of r)p===void 0?a.delete(s):a.put(p,s);o.oncomplete=()=>i(),o.onerror=o.onabort=()=>t(o.error??new Error("IndexedDB"))})}async clear(n){await f(this.base.transaction(n,"readwrite").objectStore(n).clear())}};var c="/kept",l="/worked",k=1500,b=`
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

def begin(fits):
    sys.path.insert(0, "/engine")
    sys.dont_write_bytecode = False
    sys.pycache_prefix = "${l}/python"
    os.environ.update(CROUPIER_CACHE="${l}/rules", XDG_CACHE_HOME="${l}", CROUPIER_GAMES="${c}/games")
    os.chdir("${c}")
    from pathlib import Path
    from croupier.site import Desk, Keeping
    worked = Keeping(Path("${l}"), kept=fits)
    return Desk(Path("${c}")), Keeping(Path("${c}")), worked
`,y=[],P=null;function d(e){postMessage(e)}onmessage=e=>{y.push(e.data),P?.()};function m(e){let n=e.toJs();return e.destroy(),n}function w(e){return new Promise(n=>setTimeout(n,e))}async function E(e){let n=await fetch(e);if(!n.ok)throw new Error(`${e}: ${n.status}`);return new Uint8Array(await n.arrayBuffer())}async function x(e,n){let r=e.globals.get("restore"),i=await n.all("worked"),t=i.some(([o,a])=>o===""&&new TextDecoder().decode(a)===ENGINE);return t?r(l,e.toPy(i.filter(([o])=>o!==""))):(await n.clear("worked"),await n.put("worked",[["",new TextEncoder().encode(ENGINE)]])),r(c,e.toPy(await n.all("kept"))),t}async function v(){let e=await g.open();e===null&&d({type:"unkept"});let n=E("engine.zip"),r=new URL("pyodide/",location.href).href,{loadPyodide:i}=await import(`${r}pyodide.mjs`),t=await i({indexURL:r,lockFileURL:`${r}pyodide-lock.json`});d({type:"stage",at:1}),t.runPython(b),t.globals.get("unpack")(t.toPy(await n)),t.globals.get("restore")(l,t.toPy([])),t.globals.get("restore")(c,t.toPy([]));let o=e!==null&&await x(t,e);d({type:"stage",at:2});let[a,s,p]=t.globals.get("begin")(o).toJs();d({type:"ready"}),await S(a,async()=>{let u=m(s.changes());u.length&&e!==null&&await e.put("kept",u)},async()=>{let u=m(p.changes());u.length&&e!==null&&await e.put("worked",u)})}function T(e,n){return n.type==="open"?e.begin(n.line,n.kind,n.of):n.type==="close"?e.end(n.line):e.hear(n.line,n.text)}async function S(e,n,r){for(;;){let i=y.shift();if(i===void 0&&!e.due){let o=new Promise(a=>P=a);!y.length&&await Promise.race([o.then(()=>!0),w(k).then(()=>!1)])===!1&&(await r(),y.length||await o);continue}let t=m(i===void 0?e.advance():T(e,i));await n();for(let[o,a,s]of t)d({type:"said",line:o,text:a,close:s});await w(0)}}function D(e){let n=String(e instanceof Error?e.message:e).trim().split(`
`);return n[n.length-1]??""}v().catch(e=>{console.error(e),d({type:"broken",text:D(e)})});
