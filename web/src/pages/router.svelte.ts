// Where the person is: one path, and the way to others. Links are plain links.

let path = $state.raw(location.pathname);

/** The parts of the path: `["table", "pai-gow-1"]`. */
export const place = (): string[] => path.split("/").filter(Boolean);

export function go(to: string): void {
  if (to === location.pathname) return;
  history.pushState(null, "", to);
  arrive();
}

function arrive(): void {
  path = location.pathname;
  window.scrollTo(0, 0);
}

/** A plain click on a link to a place of this app goes there without asking the server. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname);
}

window.addEventListener("popstate", arrive);
document.addEventListener("click", follow);
