// made by npm run build from sources sha256:76a5ad32f22311b6c52321cfce7b948311ae9c083ee170ee1fbe15cb9435bf03
var k=["kept","worked"];function p(n){return new Promise((e,t)=>{n.onsuccess=()=>e(n.result),n.onerror=()=>t(n.error??new Error("IndexedDB"))})}var f=class n{constructor(e){this.base=e}static async open(){try{let e=indexedDB.open("croupier",1);return e.onupgradeneeded=()=>k.forEach(t=>e.result.createObjectStore(t)),new n(await p(e))}catch{return null}}async all(e){let t=this.base.transaction(e).objectStore(e),[i,o]=await Promise.all([p(t.getAllKeys()),p(t.getAll())]);return i.map((r,a)=>[String(r),o[a]])}put(e,t){return new Promise((i,o)=>{let r=this.base.transaction(e,"readwrite",{durability:e==="kept"?"strict":"relaxed"}),a=r.objectStore(e);for(let[c,u]of t)u===void 0?a.delete(c):a.put(u,c);r.oncomplete=()=>i(),r.onerror=r.onabort=()=>o(r.error??new Error("IndexedDB"))})}async clear(e){await p(this.base.transaction(e,"readwrite").objectStore(e).clear())}};var d="/kept",l="/worked",b=1500,E=`
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
    os.environ.update(CROUPIER_CACHE="${l}/rules", XDG_CACHE_HOME="${l}", CROUPIER_GAMES="${d}/games")
    os.chdir("${d}")
    from pathlib import Path
    from croupier.site import Desk, Keeping
    worked = Keeping(Path("${l}"), kept=fits)
    return Desk(Path("${d}")), Keeping(Path("${d}")), worked
`,m=[],P=null;function s(n){postMessage(n)}onmessage=n=>{m.push(n.data),P?.()};function h(n){let e=n.toJs();return n.destroy(),e}function w(n){return new Promise(e=>setTimeout(e,n))}async function x(n){let e=await fetch(n);if(!e.ok)throw new Error(`${n}: ${e.status}`);return new Uint8Array(await e.arrayBuffer())}async function v(n,e){let t=n.globals.get("restore"),i=await e.all("worked"),o=i.some(([r,a])=>r===""&&new TextDecoder().decode(a)===ENGINE);return o?t(l,n.toPy(i.filter(([r])=>r!==""))):(await e.clear("worked"),await e.put("worked",[["",new TextEncoder().encode(ENGINE)]])),t(d,n.toPy(await e.all("kept"))),o}async function S(){let n=await f.open();n===null&&s({type:"unkept"});let e=x("engine.zip"),t=new URL("pyodide/",location.href).href,{loadPyodide:i}=await import(`${t}pyodide.mjs`),o=await i({indexURL:t,lockFileURL:`${t}pyodide-lock.json`});s({type:"stage",at:1}),o.runPython(E),o.globals.get("unpack")(o.toPy(await e)),o.globals.get("restore")(l,o.toPy([])),o.globals.get("restore")(d,o.toPy([]));let r=n!==null&&await v(o,n);s({type:"stage",at:2});let[a,c,u]=o.globals.get("begin")(r).toJs();s({type:"ready"}),await D(a,()=>g(n,"kept",c),()=>g(n,"worked",u))}var y={kept:[],worked:[]};async function g(n,e,t){if(y[e].push(...h(t.changes())),!(!y[e].length||n===null))try{await n.put(e,y[e]),y[e]=[]}catch(i){console.warn(i),e==="kept"&&s({type:"unkept"})}}function T(n,e){return e.type==="open"?n.begin(e.line,e.kind,e.of):e.type==="close"?n.end(e.line):n.hear(e.line,e.text)}async function D(n,e,t){for(;;){let i=m.shift();if(i===void 0&&!n.due){let r=new Promise(a=>P=a);!m.length&&await Promise.race([r.then(()=>!0),w(b).then(()=>!1)])===!1&&(await t(),m.length||await r);continue}let o=h(i===void 0?n.advance():T(n,i));await e();for(let[r,a,c]of o)s({type:"said",line:r,text:a,close:c});await w(0)}}function I(n){let e=String(n instanceof Error?n.message:n).trim().split(`
`);return e[e.length-1]??""}S().catch(n=>{console.error(n),s({type:"broken",text:I(n)})});
