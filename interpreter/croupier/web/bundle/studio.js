// made by npm run build from sources sha256:c7bfba81c18ae414ea4ef3b8033616e8a23b3744e376c171cf770b43eebe7f6d
import{served as r}from"./editing.js";r();
