// made by npm run build from sources sha256:5a487e48048c4a93222862fe76e45bed5829e15ce3d2efb080888e3933cb3ac5
import{served as r}from"./editing.js";r();
