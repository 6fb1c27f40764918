// The page of a studio that a server keeps.

import { served } from "./workroom";

served();
