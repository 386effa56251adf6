// Front door of the tools: their descriptions, and loaders that bring a tool's code on its first call.
export { builtinCatalog } from './catalog.generated.ts';
export { builtinLoaders } from './loaders.generated.ts';
export { argumentTransforms } from './transforms.ts';
