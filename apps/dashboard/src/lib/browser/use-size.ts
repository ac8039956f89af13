import { useEffect, useRef, useState } from 'react'

/** The size of an element in CSS pixels, for content that is drawn to fit it. */
export function useSize<Part extends Element>() {
  const ref = useRef<Part>(null)
  const [size, setSize] = useState({ width: 720, height: 320 })
  useEffect(() => {
    const { current } = ref
    if (current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) setSize({ width, height })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}
