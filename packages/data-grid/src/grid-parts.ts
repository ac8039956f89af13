/** Elements of the grid's markup, by the part they play. */
type Part =
  /** Scrolls; its contents are `spacer`, as tall as the scroll range. */
  | 'scroller'
  | 'spacer'
  /** Stays in view while the spacer scrolls under it; contains everything visible. */
  | 'frame'
  /** Columns of the header; moved sideways. */
  | 'header'
  /** The rows; moved both ways. */
  | 'layer'
  /** Contains the elements attached to a cell: an editor, a note. */
  | 'overlay'
  /** At the corner of the selection; dragged to fill. */
  | 'handle'

export type Elements = Record<Part, HTMLElement>

/** The parts of the grid that the scroller belongs to, by their `data-part`. */
export function splitParts(scroller: HTMLElement): Elements {
  const part = (name: Part) =>
    scroller.parentElement?.querySelector(`[data-part="${name}"]`) as HTMLElement
  return {
    scroller,
    spacer: part('spacer'),
    frame: part('frame'),
    header: part('header'),
    layer: part('layer'),
    overlay: part('overlay'),
    handle: part('handle'),
  }
}
