/**
 * `deployed`: a folder for each handler, minified, with all its imports. `shared`: one folder for all handlers, which share
 * what they import, not minified: made in a tenth of the time and of the memory, for a service on one machine.
 */
export type BundleForm = 'deployed' | 'shared';
