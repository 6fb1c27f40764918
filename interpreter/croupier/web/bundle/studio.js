// made by npm run build from sources sha256:0cbfc9884cb42d9a64ef34fed2973013539f361aaf8f7a57e08b69a91bc52a0d
import{served as r}from"./editing.js";r();
