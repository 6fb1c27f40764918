// The page of a studio that a server keeps.

import { theSocket } from "./begun";
import { socket } from "./link";
import { start } from "./workroom";

start(socket(theSocket()), location.hash.slice(1));
