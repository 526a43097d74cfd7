import { playSeed } from './world.ts';
const [from, count, verbose] = process.argv.slice(2);
const t=performance.now();
let bad=0; const kinds:Record<string,number>={};
let steps=0,dials=0;
for(let seed=Number(from);seed<Number(from)+Number(count);seed++){
  const r=await playSeed(seed, verbose?{print:console.log}:{});
  steps+=r.steps; dials+=r.dials;
  if(r.violations.length){bad++; const v=r.violations[0]!; kinds[v.invariant]=(kinds[v.invariant]??0)+1; console.log(seed, v.invariant, v.message.slice(0,300), new Date(v.at).toISOString());}
}
console.log({ms:(performance.now()-t)/Number(count),bad,kinds,steps:steps/Number(count),dials:dials/Number(count)});
