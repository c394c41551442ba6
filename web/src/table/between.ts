/** What a board asks about a story while it is told: what has been shown, what is still to come. */
interface Kinded {
  kind: string;
}

export type Kinds<Event extends Kinded> = ReadonlySet<Event['kind']>;

export function isAny<Event extends Kinded>(events: Event[], some: Kinds<Event>): boolean {
  return events.some(({ kind }) => some.has(kind));
}

interface Moment<Event> {
  told: Event[];
  now: Event | null;
  coming: Event[];
}

/** What is told and what is to come, where events of some kinds count only when they have landed. */
export function landed<Event extends Kinded>(
  { told, now, coming }: Moment<Event>,
  landsLater: Kinds<Event>,
): { told: Event[]; coming: Event[] } {
  if (now === null) return { told, coming };
  if (landsLater.has(now.kind)) return { told, coming: [now, ...coming] };
  return { told: [...told, now], coming };
}
