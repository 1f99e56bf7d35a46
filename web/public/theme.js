// Before the page is drawn, so that nothing flashes: what color-scheme.ts keeps under `theme`.
const stored = localStorage.getItem('theme')
const light = stored === 'light' || (stored === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
document.documentElement.dataset.mantineColorScheme = light ? 'light' : 'dark'
if (light) document.querySelector('meta[name=theme-color]').content = '#f7f9fa'
