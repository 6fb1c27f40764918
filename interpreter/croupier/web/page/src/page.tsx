// The page of a table, or of a room: the link says whose it is.

import { render } from "preact";
import { socket } from "./link";
import { begun, theSocket } from "./begun";
import { paced } from "./pace";
import { RoomPage } from "./roompage";
import { RoomStore } from "./roomstore";

const { language, still } = begun();
const room = new RoomStore(paced(socket(theSocket())), location.hash.slice(1), language, still);
window.addEventListener("hashchange", () => location.reload());
render(<RoomPage room={room} />, document.getElementById("croupier")!);
