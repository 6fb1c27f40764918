// made by npm run build from sources sha256:58879db29470b27b553a150c7db442beaaed064590748953ada327028de1b91d
import{served as r}from"./editing.js";r();
