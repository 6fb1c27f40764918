// made by npm run build from sources sha256:4a6420c3e369e2fc144c1d768c4f8703c4e2647f68dae192972de89911af63ea
import{served as r}from"./editing.js";r();
