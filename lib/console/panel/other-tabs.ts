/** The tabs beside that of the route, which come with the first of them: each in a file of its own would bring as many files again of what they share. */
export { BatchesTab } from './batches-tab.tsx';
export { MeshesTab } from './meshes-tab.tsx';
export { RecentTab } from './recent-tab.tsx';
export { VehiclesTab } from './vehicles-tab.tsx';
export { WatchesTab } from './watches-tab.tsx';
