// made by npm run build from sources sha256:bc86cf4494a9420c1c86202aa67ef232bfd1e6ca5eea5efdb719661c3bcf0651
import{served as r}from"./editing.js";r();
