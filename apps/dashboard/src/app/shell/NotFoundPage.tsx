import { NotFoundText } from '../../product/NotFoundText.tsx'
import { Wordmark } from '../../ui/Mark.tsx'

/** Shown in place of a page that does not exist, outside the frame. */
export function NotFoundPage() {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="grid h-full place-items-center bg-canvas px-4 outline-none"
    >
      <div className="flex max-w-md flex-col items-start gap-5">
        <Wordmark />
        <NotFoundText />
      </div>
    </main>
  )
}
