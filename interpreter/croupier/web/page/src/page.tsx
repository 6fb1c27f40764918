// The page of a table: the link says which seat it is.

import { render } from "preact";
import { Board } from "./board";
import { socket } from "./link";
import { begun, theSocket } from "./begun";
import { paced } from "./pace";
import { Store } from "./store";

const { language, still } = begun();
const store = new Store(paced(socket(theSocket())), location.hash.slice(1), language, still);
window.addEventListener("hashchange", () => location.reload());
render(<Board store={store} />, document.getElementById("croupier")!);
