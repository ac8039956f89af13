import { buildPath } from '@basalt/contract/client'
import type { AnyRoute } from '@basalt/contract/route'

/** The browser downloads the file itself, of any size, and can cancel it. */
export function downloadFile(route: AnyRoute, ref: string, params: Record<string, string>): void {
  const link = document.createElement('a')
  link.href = `${buildPath(route, { ref })}?${new URLSearchParams(params).toString()}`
  link.download = ''
  link.click()
}
