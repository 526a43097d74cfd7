interface Click {
  button: number;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

interface Place {
  origin: string;
  pathname: string;
}

interface Step {
  event: Click;
  link: (Place & { search: string; target: string }) | null;
  from: Place;
}

/** The address that a click on a link leaves this page for; null where the page stays. */
export const leftFor = ({ event, link, from }: Step): string | null => {
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const opensElsewhere = button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
  if (link === null || opensElsewhere || link.target === '_blank') return null;
  const stays = link.origin !== from.origin || link.pathname === from.pathname;
  return stays ? null : link.pathname + link.search;
};
