const fadePx = 24

/** A ref for the mark that ends a bar which is scrolled sideways on a phone. */
export const fadeBar = (mark: HTMLElement | null): (() => void) | undefined =>
  // Around the mark is the bar's own right end.
  fadeEdges(mark?.parentElement?.parentElement)

/**
 * A ref for an element with horizontal overflow: it fades out at each edge with hidden content, and
 * `tell` receives whether there is any. Faded controls stay usable.
 */
export function fadeEdges(
  bar: HTMLElement | null | undefined,
  notify?: (isBeyond: boolean) => void,
): (() => void) | undefined {
  if (!bar) return undefined
  const paint = () => {
    const mask = getMask(bar)
    bar.style.maskImage = mask
    notify?.(mask !== '')
  }
  const sizes = new ResizeObserver(paint)
  sizes.observe(bar)
  const contents = new MutationObserver(paint)
  contents.observe(bar, { childList: true, subtree: true, characterData: true })
  bar.addEventListener('scroll', paint, { passive: true })
  paint()
  return () => {
    sizes.disconnect()
    contents.disconnect()
    bar.removeEventListener('scroll', paint)
    bar.style.maskImage = ''
  }
}

function getMask(bar: HTMLElement): string {
  const { scrollLeft, scrollWidth, clientWidth } = bar
  const before = scrollLeft > 1
  const after = scrollLeft + clientWidth < scrollWidth - 1
  // Visible overflow is not clipped.
  if ((!before && !after) || getComputedStyle(bar).overflowX === 'visible') return ''
  const edge = (isFaded: boolean) => (isFaded ? 'transparent' : 'black')
  return `linear-gradient(to right, ${edge(before)}, black ${fadePx}px calc(100% - ${fadePx}px), ${edge(after)})`
}
