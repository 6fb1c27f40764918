// made by npm run build from sources sha256:aa51f20a77154ec117613ccee2905911400b965a0b16ed116c6375ee02b166e0
import{served as r}from"./editing.js";r();
