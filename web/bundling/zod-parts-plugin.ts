// Drops zod's JSON schema writer, a seventh of its size, and its English messages: the browser only validates, and
// forms/use-record-form.tsx has the texts.
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
