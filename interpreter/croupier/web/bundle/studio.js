// made by npm run build from sources sha256:55ad1ff0e9f60865b0e9726eb01d64b7f4043b209633887d53f41756e67273f7
import{served as r}from"./editing.js";r();
