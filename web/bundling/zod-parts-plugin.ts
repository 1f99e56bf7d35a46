// The browser validates with schemas and describes none: what zod brings to write JSON schemas, a seventh of it, stays out.
// Left alone it comes with the first form, since each schema holds on to how it would be described. So do zod's English
// sentences, which nobody reads: forms/form-errors.ts says them all.
import type { Plugin } from 'vite'

const describing = /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/
const english = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/
const exported = /^export (?:(?:const|function) |\{ \w+ as )(\w+)/gm

export function zodParts(): Plugin {
  return {
    name: 'zod-parts',
    apply: 'build',
    transform(code, id) {
      if (english.test(id)) return { code: 'export default () => ({})', map: null }
      if (!describing.test(id)) return null
      const names = [...code.matchAll(exported)].map(([, name]) => `nothing as ${name}`)
      return { code: `const nothing = () => undefined\nexport { ${names} }`, map: null }
    },
  }
}
