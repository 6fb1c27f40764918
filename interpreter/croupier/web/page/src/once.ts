// Has everything fetched once and kept, so that it is there without the network; tells how far that has come.

/** True once all is kept; false where it cannot be: then the files are fetched as they are needed. */
export async function fetchedOnce(told: (part: number) => void): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  navigator.serviceWorker.onmessage = (event: MessageEvent<{ type: string; part: number }>) => {
    if (event.data.type === "fetched") told(event.data.part);
  };
  try {
    const registered = await navigator.serviceWorker.register("offline.js");
    if (navigator.serviceWorker.controller !== null) return true;
    return await active(registered);
  } catch {
    return false;
  }
}

function active(registered: ServiceWorkerRegistration): Promise<boolean> {
  const coming = registered.installing ?? registered.waiting ?? registered.active;
  return new Promise((done) => {
    const look = (): void => {
      if (coming === null || coming.state === "redundant") done(false);
      // A page that was loaded past the service worker has none to fetch for it; it is fetched from the host again.
      if (coming?.state === "activated") done(true);
    };
    coming?.addEventListener("statechange", look);
    look();
  });
}
