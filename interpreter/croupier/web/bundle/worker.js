// made by npm run build from sources sha256:3d7f68ff5f2560ae62fe818c58088d96a4bdad41857d0ecade81463f0097c7de
var c="/kept",l="/worked";var b=`
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
    sys.pycache_prefix = "${l}/python"
    os.environ.update(CROUPIER_CACHE="${l}/rules", XDG_CACHE_HOME="${l}", CROUPIER_GAMES="${c}/games")

def begin(fits):
    ready()
    os.chdir("${c}")
    from pathlib import Path
    from croupier.site import Desk, Keeping
    worked = Keeping(Path("${l}"), kept=fits)
    return Desk(Path("${c}")), Keeping(Path("${c}")), worked
`;async function h(t,e,n=null){let{loadPyodide:r}=await import(`${t}pyodide.mjs`),i={indexURL:t,lockFileURL:`${t}pyodide-lock.json`,...e};if(n===null)return await r(i);let{default:o}=await import(`${t}pyodide.asm.mjs`);return await r({...i,createPyodideModule:async d=>{let s=await o(d);for(;s.HEAP8.length<n.length;)s._malloc(n.length-s.HEAP8.length);return s},_loadSnapshot:n})}function E(t,e){let n=new DataView(e.buffer,e.byteOffset,e.byteLength),r=new TextDecoder,i=new Set,o=0;for(;n.getUint32(o,!0)===67324752;){let a=n.getUint32(o+18,!0),d=o+30,s=d+n.getUint16(o+26,!0)+n.getUint16(o+28,!0),k=r.decode(e.subarray(d,d+n.getUint16(o+26,!0))),f=`${k.startsWith("rules/")?l:"/engine"}/${k}`,g=f.slice(0,f.lastIndexOf("/"));i.has(g)||t.mkdirTree(g),i.add(g),t.writeFile(f,e.subarray(s,s+a)),t.utime(f,1e12,1e12),o=s+a}for(let a of[c,l])t.mkdirTree(a)}var A=["kept","worked"];function m(t){return new Promise((e,n)=>{t.onsuccess=()=>e(t.result),t.onerror=()=>n(t.error??new Error("IndexedDB"))})}var y=class t{constructor(e){this.base=e}static async open(){try{let e=indexedDB.open("croupier",1);return e.onupgradeneeded=()=>A.forEach(n=>e.result.createObjectStore(n)),new t(await m(e))}catch{return null}}async all(e){let n=this.base.transaction(e).objectStore(e),[r,i]=await Promise.all([m(n.getAllKeys()),m(n.getAll())]);return r.map((o,a)=>[String(o),i[a]])}put(e,n){return new Promise((r,i)=>{let o=this.base.transaction(e,"readwrite",{durability:e==="kept"?"strict":"relaxed"}),a=o.objectStore(e);for(let[d,s]of n)s===void 0?a.delete(d):a.put(s,d);o.oncomplete=()=>r(),o.onerror=o.onabort=()=>i(o.error??new Error("IndexedDB"))})}async clear(e){await m(this.base.transaction(e,"readwrite").objectStore(e).clear())}};var F=1500,w=[],v=null;function u(t){postMessage(t)}onmessage=t=>{w.push(t.data),v?.()};function P(t){let e=t.toJs();return t.destroy(),e}function x(t){return new Promise(e=>setTimeout(e,t))}async function T(t){let e=await fetch(t);if(!e.ok)throw new Error(`${t}: ${e.status}`);return new Uint8Array(await new Response(e.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer())}async function I(){let t=new URL("pyodide/",location.href).href,e=T("engine.bin"),n=SNAPSHOT?await T(SNAPSHOT).catch(()=>null):null,r=null;return n!==null&&(r=await h(t,{},n).catch(i=>(console.warn(i),null))),r===null&&(r=await h(t,{}),r.runPython(b)),u({type:"stage",at:1}),E(r.FS,await e),r}async function R(t,e){let n=t.globals.get("restore"),r=await e.all("worked"),i=r.some(([o,a])=>o===""&&new TextDecoder().decode(a)===ENGINE);return i?n(l,t.toPy(r.filter(([o])=>o!==""))):(await e.clear("worked"),await e.put("worked",[["",new TextEncoder().encode(ENGINE)]])),n(c,t.toPy(await e.all("kept"))),i}async function U(){let t=await y.open();t===null&&u({type:"unkept"});let e=await I(),n=t!==null&&await R(e,t);u({type:"stage",at:2});let[r,i,o]=e.globals.get("begin")(n).toJs();u({type:"ready"}),await K(r,async()=>{t===null||p.kept.length||(e.globals.get("renew")(c,e.toPy(await t.all("kept"))),P(i.changes()))},()=>S(t,"kept",i),()=>S(t,"worked",o))}var p={kept:[],worked:[]};async function S(t,e,n){if(p[e].push(...P(n.changes())),!(!p[e].length||t===null))try{await t.put(e,p[e]),p[e]=[]}catch(r){console.warn(r),e==="kept"&&u({type:"unkept"})}}function D(t,e){return e.type==="open"?t.begin(e.line,e.kind,e.of):e.type==="close"?t.end(e.line):t.hear(e.line,e.text)}async function K(t,e,n,r){for(;;){let i=w.shift();if(i===void 0&&!t.due){let a=new Promise(d=>v=d);!w.length&&await Promise.race([a.then(()=>!0),x(F).then(()=>!1)])===!1&&(await r(),w.length||await a);continue}i?.type==="open"&&await e();let o=P(i===void 0?t.advance():D(t,i));await n();for(let[a,d,s]of o)u({type:"said",line:a,text:d,close:s});i?.type==="close"&&u({type:"closed",line:i.line}),await x(0)}}function O(t){let e=String(t instanceof Error?t.message:t).trim().split(`
`);return e[e.length-1]??""}U().catch(t=>{console.error(t),u({type:"broken",text:O(t)})});
