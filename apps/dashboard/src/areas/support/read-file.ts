/** The bytes of a file as base64. */
export function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      // `data:image/png;base64,…`; an empty file has nothing after the comma.
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(new Error(`${file.name} could not be read`)))
    reader.readAsDataURL(file)
  })
}

/** Hands a file to the browser as a download. */
export function saveFile({ name, type, data }: { name: string; type: string; data: string }): void {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
