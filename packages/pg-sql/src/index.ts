export { type ArrayItem, type ArrayText, parseArray, printArray } from './array-text.ts'
export { expressionFault } from './expression.ts'
export { quoteIdent, quoteLiteral } from './quote.ts'
export {
  eachStatement,
  offsetOfPosition,
  rulesAfter,
  splitStatements,
  type Statement,
} from './split.ts'
export { type LexicalRules, standardRules, tokens } from './tokens.ts'
