export { type ArrayItem, type ArrayText, parseArray, printArray } from './array-text.ts'
export { expressionFault } from './expression.ts'
export { quoteIdent, quoteLiteral } from './quote.ts'
export { offsetOfPosition, splitStatements, type Statement } from './split.ts'
