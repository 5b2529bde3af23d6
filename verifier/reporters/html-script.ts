/** The report's only script: search, filters and copy buttons. Without it, the report shows everything. */
export const SCRIPT = `const all=[...document.querySelectorAll('[data-outcome]')];
const find=document.querySelector('#find');
const count=document.querySelector('#count');
const choices=[...document.querySelectorAll('.find select')];
document.querySelector('.find').hidden=false;
const show=()=>{const words=find.value.toLowerCase().split(/\\s+/).filter(Boolean);let shown=0;
for(const one of all){const text=one.textContent.toLowerCase();
one.hidden=!words.every((word)=>text.includes(word))||!choices.every(({value,dataset})=>value===''||one.dataset[dataset.of]===value);
if(!one.hidden&&one.tagName!=='TR')shown+=1}
for(const heading of document.querySelectorAll('main>h2')){let next=heading.nextElementSibling;let any=false;let some=false;
while(next&&next.tagName!=='H2'){if(next.dataset.outcome){some=true;any||=!next.hidden}next=next.nextElementSibling}heading.hidden=some&&!any}
count.textContent=words.length||choices.some(({value})=>value)?shown+' shown':''};
find.addEventListener('input',show);
for(const choice of choices)choice.addEventListener('change',show);
addEventListener('keydown',(event)=>{if(event.key==='/'&&document.activeElement!==find){event.preventDefault();find.focus()}});
for(const pre of document.querySelectorAll('pre.copy')){const button=document.createElement('button');button.type='button';button.textContent='Copy';
button.addEventListener('click',async()=>{const range=document.createRange();range.selectNodeContents(pre);getSelection().removeAllRanges();getSelection().addRange(range);
try{await navigator.clipboard.writeText(pre.textContent)}catch{document.execCommand('copy')}button.textContent='Copied'});pre.before(button)}`;
