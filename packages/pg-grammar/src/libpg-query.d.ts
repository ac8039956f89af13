declare module 'libpg-query/wasm/libpg-query.js' {
  const create: unknown
  export default create
}
