// made by npm run build from sources sha256:3d7f68ff5f2560ae62fe818c58088d96a4bdad41857d0ecade81463f0097c7de
import{served as r}from"./editing.js";r();
