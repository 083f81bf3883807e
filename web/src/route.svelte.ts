/** Which page an address names. */
export const route = $state({ path: location.pathname, query: location.search });

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  route.path = location.pathname;
  route.query = location.search;
  scrollTo(0, 0);
}

addEventListener('popstate', () => {
  route.path = location.pathname;
  route.query = location.search;
});

/** Follows links inside the site without loading the page again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const href = link.getAttribute('href') ?? '';
  if (!href.startsWith('/') || href.startsWith('/api') || link.hasAttribute('download') || link.getAttribute('target')) return;
  event.preventDefault();
  go(href);
}
