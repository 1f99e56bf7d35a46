// A page that uses a word or a rule of the contract gets that, not the schemas beside it in the file: they would bring zod,
// a quarter of what the first page weighs, to pages that validate nothing. Bundlers keep calls at a module's top, for they
// might do something; those of the contract only make values, and this says so.
import type { Plugin } from 'vite'

/** Values that are made by calling something; the others a bundler sees through by itself. */
const plainKinds: readonly string[] = ['Literal', 'ArrowFunctionExpression', 'FunctionExpression', 'Identifier']

export function contractParts(): Plugin {
  return {
    name: 'contract-parts',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]contract[\\/][^\\/]+\.ts$/.test(id)) return null
      const pieces: string[] = []
      let end = 0
      for (const statement of this.parse(code).body) {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        if (declared?.type !== 'VariableDeclaration') continue
        for (const { init } of declared.declarations) {
          if (!init || plainKinds.includes(init.type)) continue
          pieces.push(code.slice(end, init.start), `/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`)
          end = init.end
        }
      }
      return { code: pieces.join('') + code.slice(end), map: null, moduleSideEffects: false }
    },
  }
}
