/** The part of the library that is used; it has no declaration of its own. */
declare module 'aws4' {
  type Signed = {
    service: string
    region: string
    host: string
    method: string
    path: string
    headers: Record<string, string>
    body: string
  }
  export function sign(
    request: Signed,
    credentials: { accessKeyId: string; secretAccessKey: string },
  ): { headers?: Record<string, string | number> }
}
