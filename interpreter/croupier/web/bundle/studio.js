// made by npm run build from sources sha256:fbb335aac9aefd08ba2c64feebd5e0ed4d8c42161038f2787b0413c6a3e92bf1
import{served as r}from"./editing.js";r();
