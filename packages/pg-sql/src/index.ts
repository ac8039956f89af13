export { quoteIdent, quoteLiteral } from './quote.ts'
export { offsetOfPosition, splitStatements, type Statement } from './split.ts'
