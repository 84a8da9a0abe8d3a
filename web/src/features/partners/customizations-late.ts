import { lazyComponent } from '../../kit/lazy'

// Large components. They are loaded together with the form's own file, and the page waits for all of them, so that nothing
// moves once it is shown.
const numbers = import('../../kit/form/number-field').then((file) => file.NumberField)
const images = import('../../kit/form/image-field').then((file) => file.ImageField)
const preview = import('./preview').then((file) => file.Preview)

export const NumberField = lazyComponent(() => numbers)
export const ImageField = lazyComponent(() => images)
export const Preview = lazyComponent(() => preview)
