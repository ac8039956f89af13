// The baseline of the grid: as many plain elements as its view has cells, with only their texts,
// which each Page Down replaces.

const rowHeight = 32
const columnWidth = 120

const style = `
  .grid-view { position: fixed; inset: 36px 0 0 0; overflow: clip; font: 12px/32px monospace }
  .grid-cell { position: absolute; width: ${columnWidth}px; height: ${rowHeight}px;
    padding: 0 10px; overflow: clip; white-space: pre;
    border-right: 1px solid #444; border-bottom: 1px solid #444 }`

/** Fills the element with cells, as many as fit into the window. */
export function showFloor(root: HTMLElement): void {
  const sheet = document.createElement('style')
  sheet.textContent = style
  const view = document.createElement('div')
  view.className = 'grid-view'
  view.dataset['part'] = 'layer'
  const rows = Math.ceil((innerHeight - 36) / rowHeight)
  const columns = Math.ceil(innerWidth / columnWidth)
  const texts = Array.from({ length: rows * columns }, (_, at) => {
    const cell = document.createElement('div')
    cell.className = 'grid-cell grid-row'
    cell.style.top = `${Math.floor(at / columns) * rowHeight}px`
    cell.style.left = `${(at % columns) * columnWidth}px`
    const text = new Text()
    cell.append(text)
    view.append(cell)
    return text
  })
  let first = 0
  const paint = () => {
    for (const [at, text] of texts.entries())
      text.data = `value ${first + Math.floor(at / columns)} of ${at % columns}`
  }
  paint()
  root.append(sheet, view)
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'PageDown') return
    event.preventDefault()
    first += rows
    paint()
  })
}
