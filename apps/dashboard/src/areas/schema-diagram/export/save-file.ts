const mostPixels = 8192

/** Offers a text as a download. */
export const saveText = (name: string, text: string, type: string): void =>
  save(name, new Blob([text], { type }))

/** Draws a picture at twice its size, as far as browsers can, and offers it as a download. */
export async function savePng(name: string, svg: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve)
      image.addEventListener('error', () => reject(new Error('The picture could not be drawn')))
      image.src = url
    })
    const scale = Math.min(2, mostPixels / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob === null) throw new Error('The picture is too large for this browser. Export SVG.')
    save(name, blob)
  } finally {
    URL.revokeObjectURL(url)
  }
}

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
