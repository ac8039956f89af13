import { useEffect, useState } from 'react'

/** Time since a start, in seconds and then in minutes. */
export function Elapsed({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000))
  return (
    <span className="tabular">
      {seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}
    </span>
  )
}

/** Time remaining until then. */
export function Countdown({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(at) - now) / 1000))
  const minutes = Math.floor(secondsLeft / 60)
  return (
    <span className="tabular">{`${minutes}:${String(secondsLeft % 60).padStart(2, '0')}`}</span>
  )
}
