// made by npm run build from sources sha256:378bacfb6348ceabd18ff6aa8d04563cea8db4568a2dd1fddac335cf0f8b43fe
import{served as r}from"./editing.js";r();
