import { PageHeader } from '../../shell/PageHeader.tsx'
import image from './coming-soon.svg?raw'
import classes from './ia.module.css'

export const IaPage = () => (
  <>
    <PageHeader />
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own image, inside the page for its fonts and colours. */}
    <div className={classes.image} dangerouslySetInnerHTML={{ __html: image }} />
  </>
)
