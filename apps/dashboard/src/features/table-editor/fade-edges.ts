const fadePx = 24

/**
 * A ref for the mark that ends a bar which is scrolled sideways on a phone: the bar fades out
 * at the edge beyond which there is more. What is faded can be pressed as before.
 */
export function fadeEdges(mark: HTMLElement | null): (() => void) | undefined {
  // Around the mark is the bar's own right end.
  const bar = mark?.parentElement?.parentElement
  if (!bar) return undefined
  const paint = () => {
    bar.style.maskImage = maskOf(bar)
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

function maskOf(bar: HTMLElement): string {
  const { scrollLeft, scrollWidth, clientWidth } = bar
  const before = scrollLeft > 1
  const after = scrollLeft + clientWidth < scrollWidth - 1
  // What overflows without being scrolled is not cut off.
  if ((!before && !after) || getComputedStyle(bar).overflowX === 'visible') return ''
  const edge = (isFaded: boolean) => (isFaded ? 'transparent' : 'black')
  return `linear-gradient(to right, ${edge(before)}, black ${fadePx}px calc(100% - ${fadePx}px), ${edge(after)})`
}
