import { PageHeader } from '../../shell/PageHeader.tsx'
import picture from './coming-soon.svg?raw'
import classes from './ia.module.css'

export function IaPage() {
  return (
    <>
      <PageHeader />
      <div
        className={classes.image}
        role="img"
        aria-label="Próximamente: inteligencia artificial para tu gimnasio"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, inline so that it follows the colour scheme.
        dangerouslySetInnerHTML={{ __html: picture }}
      />
    </>
  )
}
