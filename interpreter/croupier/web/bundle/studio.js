// made by npm run build from sources sha256:5fc2c96afcdcf9f80f45e7dfe74e1b3a19174f505494cb5e46aac9133c3a5212
import{served as r}from"./editing.js";r();
