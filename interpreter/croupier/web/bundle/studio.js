// made by npm run build from sources sha256:783d50bb7c535cdd80ea082d4cc5b69d2b22a9f554f29d5669576547ebec4a7d
import{served as r}from"./editing.js";r();
