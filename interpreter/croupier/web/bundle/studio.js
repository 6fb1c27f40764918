// made by npm run build from sources sha256:56fecf364de7f8d81b10adf21fe54be2dd95e32e10d457e6f58268ce45f359d9
import{served as r}from"./editing.js";r();
